// Asks for the files that the program will ask for once it runs, so that they come along with it and not after it. The build
// writes their names into the document (web/build/early.ts). A guess that is wrong costs a file; nothing depends on this.
(function () {
  var files = JSON.parse(document.currentScript.dataset.files)
  var cookies = {}
  document.cookie.split('; ').forEach(function (pair) { var at = pair.indexOf('='); cookies[pair.slice(0, at)] = pair.slice(at + 1) })
  // As web/kernel/i18n/i18n.ts chooses the language.
  var tag = (navigator.languages.find(function (one) { return /^(zh|en)/i.test(one) }) || 'en').toLowerCase()
  var language = /^(zh|tw|en)$/.test(cookies.language) ? cookies.language : /^zh-(tw|hk|mo|hant)/.test(tag) ? 'tw' : /^zh/.test(tag) ? 'zh' : 'en'
  ask(files[language])
  if (!cookies.token || /^\/(oauth|link|share|show|navpage|forgotpassword|register|4\d\d)\b/.test(location.pathname)) return
  ask(files.console)
  ask(files['console-' + language])
  ask(files['words-' + language])
  if (/^\/(admin|authority|tenant)\//.test(location.pathname)) ask(files.list)
  // The first call of the console: who asks. web/kernel/http/early-answer.ts takes the answer if it is still the same question then.
  var question = { path: document.currentScript.dataset.first, token: decodeURIComponent(cookies.token), language: language }
  question.answer = fetch(question.path, { headers: { Authorization: 'Bearer ' + question.token, 'Accept-Language': language }, signal: AbortSignal.timeout(5000) })
    // Read to its end now: the program may come later than the time limit.
    .then(function (response) { return response.text().then(function (text) { return new Response(text, { status: response.status, headers: response.headers }) }) })
    .catch(function () { return undefined })
  window.asked = question

  function ask(names) {
    names.forEach(function (name) {
      var link = document.createElement('link')
      var isStyle = /\.css$/.test(name)
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      link.crossOrigin = ''
      link.href = '/' + name
      document.head.appendChild(link)
    })
  }
})()
