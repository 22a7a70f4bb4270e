import { flushSync } from 'react-dom'
import { t } from '../../kernel/i18n/i18n.ts'
import { changeSettings, useSettings } from '../../kernel/appearance/settings.ts'
import { toast } from '../../ui/toast.ts'

/** Every style is computed anew, here and at once: nothing is fetched but our own few lines that know how. */
export async function chooseColour(themeColour: string): Promise<void> {
  if (themeColour === useSettings.getState().themeColour) return
  const done = toast.busy(t('settings.applying'))
  const { derivePalette } = await import('../../kernel/appearance/derive-palette.ts')
  // The message is seen before the work begins.
  await painted()
  flushSync(() => changeSettings({ themeColour, palette: derivePalette(themeColour) }))
  done()
}

/** In a window that is not shown nothing is painted; it is not waited for there. */
function painted(): Promise<unknown> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
