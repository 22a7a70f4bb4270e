import type { Size } from '../../kernel/appearance/settings.ts'
import { changeSettings, useSettings } from '../../kernel/appearance/settings.ts'

/** The page is loaded anew (section 2 of the specification): everything is measured again. */
export function chooseSize(size: Size): void {
  if (size === useSettings.getState().size) return
  changeSettings({ size })
  location.reload()
}
