/** The columns of figures of a screen, as far as the document tells them. Pure. */
import { figuresDocumentOf, nameOfDimension } from '../../../../../model/figures/document.ts'
import type { ScreenDocument } from '../../../../../model/screens/document.ts'

export interface FigureColumn {
  readonly name: string
  readonly kind: 'dimension' | 'measure'
}

/** The columns of figures by their name; none where there are no such figures, or where their reader may not be told what they ask. */
export function columnsOf({ figures }: ScreenDocument, name: string | undefined): FigureColumn[] {
  const asked = figures.find((figure) => figure.name === name)?.document
  const document = asked ? figuresDocumentOf(asked) : undefined
  if (!document) return []
  return [
    ...(document.dimensions ?? []).map((dimension) => ({ name: nameOfDimension(dimension), kind: 'dimension' as const })),
    ...document.measures.map(({ as }) => ({ name: as, kind: 'measure' as const })),
  ]
}
