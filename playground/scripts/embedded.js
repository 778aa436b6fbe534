// What build.py and the commands put into the page beside its scripts.
const embedded = (id) => JSON.parse(byId(id).textContent);

// The core's bytes: base64 of a deflated module.
async function embeddedCore() {
  const packed = Uint8Array.from(atob(byId('core').textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}
