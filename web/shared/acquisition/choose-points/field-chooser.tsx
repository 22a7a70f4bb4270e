import type { ChooserProps } from './chooser.tsx'
import { Chooser } from './chooser.tsx'

/** The chooser as a part that is loaded when it is wanted. */
export default function FieldChooser(props: Omit<ChooserProps, 'before' | 'mark'>) {
  return <Chooser {...props} />
}
