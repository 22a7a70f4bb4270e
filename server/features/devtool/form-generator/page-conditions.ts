/** What of the generated page conditions decide, as code: it asks form-conditions.ts. */

/** What a page has besides, whose form has no conditions. */
export const WITHOUT_CONDITIONS = {
  imports: '',
  props: '',
  defaults: '',
  check: `    const checked = entrySchema.safeParse(withoutEmpty(values))
    if (!checked.success) {
      form.setFields(faultsOf(checked.error.issues, t.faults, t.invalid))`,
}
/** And of a form with some. */
export const WITH_CONDITIONS = {
  imports: `import { entryConditions } from './form-conditions'
import { FORM } from './form-definition'
`,
  props: `  /** In which conditions read dates and times; that of the browser unless said. */
  readonly zone?: string
`,
  defaults: 'zone = Intl.DateTimeFormat().resolvedOptions().timeZone, ',
  check: `    const { sent, missing } = entryConditions(FORM, withoutEmpty(values), zone)
    const checked = entrySchema.safeParse(sent)
    const issues = checked.success ? [] : checked.error.issues
    const places = new Set(issues.map(({ path }) => path.join('.')))
    const found = [...issues, ...missing.filter(({ path }) => !places.has(path.join('.')))]
    if (!checked.success || found.length > 0) {
      form.setFields(faultsOf(found, t.faults, t.invalid))`,
}
/** What of the page follows what is filled in. */
export const WATCHED = `  const written: unknown = Form.useWatch([], form)
  const when = entryConditions(FORM, withoutEmpty(written ?? begins ?? {}), zone)
`

/** An element, behind a condition where there is one. */
export function guarded(condition: string | undefined, depth: number, element: (depth: number) => string[]): string[] {
  if (condition === undefined) return element(depth)
  const pad = ' '.repeat(depth)
  return [`${pad}{(${condition}) && (`, ...element(depth + 2), `${pad})}`]
}
