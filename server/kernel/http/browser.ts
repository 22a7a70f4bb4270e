/** The browser and system of a `User-Agent` header in a few words for people; never used to decide anything. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/**
 * Browser and system behind a `User-Agent`, for people; empty without one.
 * @example `Chrome 130 · Windows`; a program that is no browser is named by its own first word.
 */
export function browserOf(agent: string | undefined): string {
  if (!agent) return ''
  const browser = browsers.find(([mark]) => agent.includes(`${mark}/`))
  if (!browser) return (agent.split(/[\s/]/)[0] ?? '').slice(0, 60)
  const version = new RegExp(`${browser[0]}/(\\d{1,4})`).exec(agent)?.[1] ?? ''
  const system = systems.find(([mark]) => agent.includes(mark))?.[1]
  return [`${browser[1]} ${version}`.trim(), system].filter(Boolean).join(' · ')
}
