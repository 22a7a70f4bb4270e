/** Drafts as they come from callers and as they are told to them: a document that somebody may not see stays what it was. */
import type { FieldError } from '../../../../model/errors.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { WITHHELD, isWithheld, readDraft } from '../../../../model/reports/draft.ts'
import type { FoundFault } from '../../../../model/reports/draft.ts'
import { faultText } from '../../../../model/reports/fault-text.ts'
import { TemplateFault } from '../../../../model/reports/faults.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { readableBy } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'

export interface DisclosedContent {
  readonly content: ReportTemplate
  /** The sets whose documents the caller may not see, which are empty in the content. */
  readonly withheld: readonly string[]
}

/** The content as the caller may see it. */
export async function disclosedTo(tx: Transaction, caller: Caller, content: ReportTemplate): Promise<DisclosedContent> {
  const sets = Object.entries(content.sets)
  const readable = await readableBy(
    tx,
    caller,
    sets.map(([, { document }]) => document),
  )
  const withheld = sets.filter((_, at) => !readable[at]).map(([name]) => name)
  const shown = sets.map(([name, set]) => [name, withheld.includes(name) ? { document: { ...WITHHELD } } : set] as const)
  return { content: { ...content, sets: Object.fromEntries(shown) }, withheld }
}

/**
 * The draft that a caller sends, with the documents that they were not told put back.
 * @param kept What the template has now
 * @throws Failure `template.invalid` with the place and what is wrong there
 */
export function draftFrom(given: unknown, t: Translate, kept?: ReportTemplate): ReportTemplate {
  const draft = inWords(t, () => readDraft(given))
  const sets = Object.entries(draft.sets).map(([name, set]) => {
    if (!isWithheld(set.document)) return [name, set] as const
    const before = kept && Object.hasOwn(kept.sets, name) ? kept.sets[name] : undefined
    // Nothing was withheld from whoever begins a template.
    if (!before) throw invalid(t, [{ place: `sets.${name}`, code: 'missing', detail: '' }], 'template.invalid')
    return [name, before] as const
  })
  return { ...draft, sets: Object.fromEntries(sets) }
}

function inWords<Result>(t: Translate, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw failureOf(error, t)
  }
}

/** The failure of a template that no report can come of; whatever else was thrown as it is. */
const failureOf = (error: unknown, t: Translate): unknown =>
  error instanceof TemplateFault ? invalid(t, [{ place: error.place, code: error.code, detail: error.detail }], 'template.invalid') : error

/** The failure that names each fault at its place. */
export function invalid(t: Translate, faults: readonly FoundFault[], code: 'template.invalid' | 'template.faults'): Failure {
  const fields = faults.map((fault): FieldError => ({ field: fault.place, message: faultText(t, fault) }))
  return new Failure(code, { values: { problem: fields[0]?.message ?? '' }, fields })
}

/** What the work comes to. @throws Failure `template.invalid` of a template that no report can come of */
export async function inSentences<Result>(t: Translate, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw failureOf(error, t)
  }
}
