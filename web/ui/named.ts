/** The name of a control that does the same to many things: what it does, and to which, in the punctuation of the page's language. @example named('Remove', 'Pump 1') // 'Remove: Pump 1' */
export const named = (label: string, of: string | number): string =>
  `${label}${document.documentElement.lang.startsWith('zh') ? '：' : ': '}${of}`
