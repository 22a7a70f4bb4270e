/** What rich text may contain: where it is stored (server/kernel/resources/rich-text.ts) and where it is shown, by the same rules. */

export const TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'img',
  'span',
  'table',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const
export const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'style', 'colspan', 'rowspan', 'target', 'rel', 'start'] as const

/** Font sizes there are to choose from (section 9 of the specification). */
export const FONT_SIZES = ['8pt', '10pt', '12pt', '14pt', '18pt', '24pt', '36pt'] as const

const values: Readonly<Record<string, RegExp>> = {
  'font-size': /^([89]|[12]\d|3[0-6])(\.\d+)?pt$/,
  color: /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i,
  'background-color': /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i,
  'text-align': /^(left|right|center|justify)$/,
  'min-width': /^\d{1,4}px$/,
  width: /^\d{1,4}px$/,
}

/** The declarations that are known and harmless; nothing that could fetch, cover or move something. */
export function safeStyle(style: string): string {
  return style
    .split(';')
    .flatMap((part) => {
      const [name = '', value = ''] = part.split(/:(.*)/s).map((text) => text.trim())
      return values[name.toLowerCase()]?.test(value) ? [`${name.toLowerCase()}: ${value}`] : []
    })
    .join('; ')
}

/** Where a link may lead. */
export function isSafeLink(address: string): boolean {
  return /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(address.trim()) && !/[\u0000-\u001f]/.test(address)
}

/** Pictures stand in the text itself or where texts keep theirs: an address elsewhere would tell who reads it, or do something. */
export function isSafePicture(address: string, pictures?: { readonly owns: (address: string) => boolean }): boolean {
  return (pictures?.owns(address) ?? false) || /^data:image\/(png|jpeg|gif|bmp);base64,/i.test(address)
}
