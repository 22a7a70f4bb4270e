/** Where the value of a slot comes from, as the panel asks for it. Pure. */
import type { ScreenDocument, Source } from '../../../../../model/screens/document.ts'

export const SOURCE_KINDS = ['point', 'figure', 'variable', 'value'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Which of the four a source is; undefined where nothing is bound. */
export function kindOf(source: Source | undefined): SourceKind | undefined {
  return source && SOURCE_KINDS.find((kind) => kind in source)
}

/** A source of another kind, before anything of it is chosen; undefined where it has to be chosen first, as a point has. */
export function startOf(kind: SourceKind, { figures, variables }: ScreenDocument): Source | undefined {
  const [figure, variable] = [figures[0]?.name, variables[0]?.name]
  if (kind === 'figure') return figure === undefined ? undefined : { figure }
  if (kind === 'variable') return variable === undefined ? undefined : { variable }
  return kind === 'value' ? { value: 0 } : undefined
}

/** A text as a constant: a number where it is one. */
export const constantOf = (text: string): string | number => {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) && String(number) === text.trim() ? number : text
}
