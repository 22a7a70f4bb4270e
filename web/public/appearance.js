// Runs before the first paint, so that nobody sees the wrong theme flash. A file of its own, because the
// Content-Security-Policy allows no inline script. web/kernel/appearance/appearance.ts keeps the same facts afterwards.
(function () {
  var root = document.documentElement
  var theme
  var settings
  try {
    theme = localStorage.getItem('theme')
    settings = JSON.parse(localStorage.getItem('settings'))
  } catch { settings = null }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  if (!settings) return
  if (/^(default|medium|small|mini)$/.test(settings.size)) root.dataset.size = settings.size
  if (/^(roomy|standard|compact)$/.test(settings.density)) root.dataset.density = settings.density
  var shades = settings.palette && settings.palette[theme]
  var names = { '--primary': 'primary', '--primary-hover': 'primaryHover', '--link': 'link', '--focus': 'link', '--chosen': 'chosen', '--chosen-text': 'chosenText' }
  for (var name in shades && names) if (/^#[0-9a-f]{6}$/i.test(shades[names[name]])) root.style.setProperty(name, shades[names[name]])
})()
