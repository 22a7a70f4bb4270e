/** Screen documents as they come from callers and as they are told to them: figures that somebody may not see stay what they were. */
import type { Translate } from '../../../../model/labels/index.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { ScreenFault, screenFaultText } from '../../../../model/screens/faults.ts'
import type { FoundScreenFault } from '../../../../model/screens/faults.ts'
import { EMPTY_SCREEN, readScreen } from '../../../../model/screens/read.ts'
import { readableBy } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'

export interface DisclosedScreen {
  readonly content: ScreenDocument
  /** The figures that the caller may not see, whose documents are null in the content. */
  readonly withheld: readonly string[]
}

/** The content as the caller may see it. */
export async function disclosedTo(tx: Transaction, caller: Caller, content: ScreenDocument): Promise<DisclosedScreen> {
  if (content.figures.length === 0) return { content, withheld: [] }
  const readable = await readableBy(
    tx,
    caller,
    content.figures.map(({ document }) => document),
  )
  const figures = content.figures.map((figure, at) => (readable[at] ? figure : { name: figure.name, document: null }))
  const withheld = content.figures.filter((_, at) => !readable[at]).map(({ name }) => name)
  return { content: { ...content, figures }, withheld }
}

/** A document as it is kept: an empty page before the first draft. */
export const keptScreen = (content: unknown): ScreenDocument =>
  content === null || content === undefined ? EMPTY_SCREEN : readScreen(content)

/**
 * The document that a caller sends, with the figures that they were not told put back by their names.
 * @param kept What the screen has now
 * @throws Failure `screen.invalid` with the place and what is wrong there
 */
export function screenFrom(given: unknown, t: Translate, kept?: ScreenDocument): ScreenDocument {
  const draft = inWords(t, () => readScreen(given))
  const before = new Map(kept?.figures.map((figure) => [figure.name, figure]))
  const figures = draft.figures.map((figure, at) => {
    if (figure.document !== null) return figure
    // Nothing was withheld from whoever begins a screen.
    return before.get(figure.name) ?? fault(t, { place: `figures[${at}].document`, code: 'missing', detail: '' })
  })
  const whole = { ...draft, figures }
  // What was put back counts as well.
  return draft.figures.some(({ document }) => document === null) ? inWords(t, () => readScreen(whole)) : whole
}

function inWords<Result>(t: Translate, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ScreenFault) return fault(t, error.found)
    throw error
  }
}

/** Never returns. @throws Failure `screen.invalid` */
function fault(t: Translate, found: FoundScreenFault): never {
  const message = screenFaultText(t, found)
  return fail('screen.invalid', { values: { problem: message }, fields: [{ field: `content.${found.place}`, message }] })
}

/** The failure of a screen with findings that keep it from being published, each at its widget. */
export function unpublishable(
  findings: readonly { readonly page: string; readonly widget: string | null; readonly text: string }[],
): Failure {
  const fields = findings.map(({ page, widget, text }) => ({
    field: widget === null ? `content.${page}` : `content.${page}.${widget}`,
    message: text,
  }))
  return new Failure('screen.findings', { values: { problem: fields[0]?.message ?? '', count: fields.length }, fields })
}
