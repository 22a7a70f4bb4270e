/**
 * Puts a text on the clipboard; gives whether that worked. Browsers give the clipboard to secure pages only: on a page over plain http, as on a network of a plant, what is
 * selected is copied as by the keyboard.
 */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (clipboard === undefined) return copySelected(text)
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.style.position = 'fixed'
  box.style.opacity = '0'
  // A dialog keeps the focus within itself.
  const around = focused?.closest('[role="dialog"]') ?? document.body
  around.append(box)
  box.select()
  const { execCommand } = document as { execCommand?: (command: string) => boolean }
  const isCopied = execCommand?.call(document, 'copy') ?? false
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
