// Runs before the first paint, so that nobody sees the wrong theme flash. A file of its own, because the
// Content-Security-Policy allows no inline script. web/kernel/appearance.ts keeps the same two facts afterwards.
(function () {
  var root = document.documentElement
  var theme
  try { theme = localStorage.getItem('theme') } catch { theme = null }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
})()
