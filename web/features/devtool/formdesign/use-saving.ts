/** Keeps the draft of the form by itself. */
import { useMemo } from 'react'
import { saveFormDraft } from '../../../../model/contract/devtool/forms.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Drafting, Saving as SavingOf } from '../../../shared/panels/use-saving.ts'
import { useSaving as useSavingOf } from '../../../shared/panels/use-saving.ts'
import type { Design } from './design-store.ts'
import type { Doc } from './state/doc.ts'
import { definitionOf } from './state/doc.ts'

export type { Meanwhile } from '../../../shared/panels/use-saving.ts'
export type Saving = SavingOf<Doc>

/** How the draft is kept while the form is designed. @param first The revision that was opened */
export function useSaving(design: Design, id: string, first: number, mayChange: boolean): Saving {
  const drafting = useMemo(
    (): Drafting<Doc> => ({
      read: () => design.store.getState().doc,
      follow: (changed) => design.store.subscribe(changed),
      save: (doc, revision) => ask(saveFormDraft, { id, definition: definitionOf(doc), revision }, { quiet: true }),
    }),
    [design, id],
  )
  return useSavingOf(drafting, first, mayChange)
}
