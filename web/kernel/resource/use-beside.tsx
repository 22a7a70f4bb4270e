/** The columns of a list that no field of its noun is: as their reader has chosen them, and how they choose others. */
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { Action } from '../../ui/toolbar.tsx'
import type { ResourceRow } from '../http/resource-client.ts'
import { useT } from '../i18n/i18n.ts'
import type { Beside } from './beside.ts'
import type { useLook } from './list-views/use-look.ts'

interface Besides extends ReturnType<Beside['useColumns']> {
  readonly keys: readonly string[]
  /** What opens the dialog, for whoever may have such columns. */
  readonly actions: (may: (button: string) => boolean) => readonly Action[]
  readonly dialog: ReactNode
}

const noKeys: readonly string[] = []
const nothing: ReturnType<Beside['useColumns']> = { columns: [], around: (table) => table }
/** For nouns that have none. */
const useNothing: Beside['useColumns'] = () => nothing

/** The chosen columns of these rows, what is drawn around their table, the files' keys, and the action and the dialog by which others are chosen. */
export function useBeside(beside: Beside | undefined, rows: readonly ResourceRow[], { look, choose }: ReturnType<typeof useLook>): Besides {
  const t = useT()
  const [isChoosing, setChoosing] = useState(false)
  const keys = look.beside ?? noKeys
  const { useColumns = useNothing } = beside ?? {}
  return {
    ...useColumns(rows, keys),
    keys,
    actions: (may) => (beside && may(beside.button) ? [{ key: 'beside', label: t(beside.label), run: () => setChoosing(true) }] : []),
    dialog: beside && isChoosing && (
      <Suspense fallback={null}>
        <beside.Dialog rows={rows} keys={keys} onChoose={choose} onClose={() => setChoosing(false)} />
      </Suspense>
    ),
  }
}
