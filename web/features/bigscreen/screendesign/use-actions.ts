import { useMemo } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { DesignActions } from './actions.ts'
import { actionsOf } from './actions.ts'
import { useDesign } from './store.ts'

/** The operations of the screen that is open. */
export function useActions(): DesignActions {
  const design = useDesign()
  const t = useT()
  return useMemo(() => actionsOf(design, t), [design, t])
}
