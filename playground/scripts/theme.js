// Light or dark, as the system says until the button is pressed.
function followTheme(changed) {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const button = byId('theme');
  let own = null;
  const apply = () => {
    const dark = own ?? system.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.textContent = dark ? 'Light' : 'Dark';
    changed();
  };
  system.addEventListener('change', apply);
  button.addEventListener('click', () => { own = !(own ?? system.matches); apply(); });
  apply();
}
