/** The answer to the first call of the console, which web/public/early.js sends before the program is there. */

interface Question {
  readonly path: string
  readonly token: string
  readonly language: string
  /** Nothing where it did not come. */
  readonly answer: Promise<Response | undefined>
}

declare global {
  var asked: Question | undefined
}

/** Given once, and only to who asks the same: undefined for everybody else. */
export function earlyAnswer(path: string, headers: Readonly<Record<string, string>>): Promise<Response | undefined> | undefined {
  const { asked } = globalThis
  if (asked?.path !== path) return undefined
  globalThis.asked = undefined
  return headers['Authorization'] === `Bearer ${asked.token}` && headers['Accept-Language'] === asked.language && !headers['RoleCode']
    ? asked.answer
    : undefined
}
