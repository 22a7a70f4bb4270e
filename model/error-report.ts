/** What a browser tells of an error, and what it must not tell: both sides leave secrets out, since only one of them is ours. */

/** Characters that are kept of each part. */
export const REPORT_LIMITS = { message: 500, stack: 4000, page: 300, agent: 300 } as const

const secrets: readonly (readonly [RegExp, string])[] = [
  // Before anything else: what follows a name that promises a secret.
  [
    /((?:pass(?:word)?|pwd|token|secret|captcha|code|key|authorization|cookie|session)["']?\s*[=:]\s*["']?)(?:bearer\s+)?[^\s"'&;,)}]+/gi,
    '$1…',
  ],
  [/\bbearer\s+[\w.~+/=-]+/gi, 'Bearer …'],
  // JSON Web Tokens, and whatever else is long and looks thrown by dice.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}\b/gi, '…'],
  // Addresses of people.
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '…'],
]

/** The text without what nobody may read later. */
export function withoutSecrets(text: string): string {
  return secrets.reduce((now, [pattern, instead]) => now.replace(pattern, instead), withoutQueries(text))
}

/** Of an address in a text only the place is told: what follows the question mark is about people and their rows. */
function withoutQueries(text: string): string {
  return text.replace(/((?:https?:\/\/|\/)[^\s?#()'"]*)[?#][^\s()'":]*/g, '$1')
}

export interface ErrorReport {
  readonly message: string
  readonly stack: string
  readonly page: string
}

/** Cut to size and without secrets. */
export function cleaned({ message, stack, page }: ErrorReport): ErrorReport {
  const cut = (text: string, most: number) =>
    withoutSecrets(text.slice(0, most * 2))
      .slice(0, most)
      .toWellFormed()
      .replaceAll('\u0000', '')
  return { message: cut(message, REPORT_LIMITS.message), stack: cut(stack, REPORT_LIMITS.stack), page: cut(page, REPORT_LIMITS.page) }
}
