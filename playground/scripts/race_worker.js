// Runs races apart from the page, so that it stays alive: some of the runs of every method, told in small batches.
onmessage = async ({ data }) => {
  const core = await openCore(data.wasm);
  const { methods, landscape, runs, first, stride, choice } = data;
  const ground = core.landscape(landscape);
  let [batch, told] = [[], performance.now()];
  const tell = (done) => { postMessage({ batch, done }); [batch, told] = [[], performance.now()]; };
  for (let number = first; number < runs; number += stride) {
    for (const [method, operators] of methods.entries()) {
      const run = ground.run({ ...choice, operators, number });
      while (run.advance(1000));
      batch.push({ method, number, hits: run.hits, ...run.progress });
      run.free();
      if (performance.now() - told > 60) tell(false);
    }
  }
  tell(true);
};
