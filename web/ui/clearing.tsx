/** The button by which a choice is emptied. The component library calls it in English, whatever the language of the page is. */
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import type { ReactNode } from 'react'
import { createContext, useContext, useMemo } from 'react'

/** What the button is called. */
export const ClearLabel = createContext<string | undefined>(undefined)

/** For `allowClear` of selects and trees. */
export function useClearing(): { clearIcon: ReactNode; label?: string } {
  const label = useContext(ClearLabel)
  return useMemo(() => ({ clearIcon: <CloseCircleFilled />, ...(label === undefined ? {} : { label }) }), [label])
}
