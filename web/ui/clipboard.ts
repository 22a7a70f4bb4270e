/** Puts a text on the clipboard; gives whether that worked. Browsers give the clipboard to secure pages only. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  return (
    (await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )) ?? false
  )
}
