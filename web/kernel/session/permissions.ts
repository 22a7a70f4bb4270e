/** Which buttons a page shows: what the server says may be called, minus what the role chose to hide. */

/** Button names are those of the menu catalogue: view, add, update, delete, export, import … */
export function mayUse(button: string, menu: string, allowed: readonly string[] | undefined, hidden: readonly string[]): boolean {
  return (
    (allowed?.includes(button) ?? false) &&
    !hidden.includes(`${menu}:${['authorize', 'export'].find((one) => button.startsWith(one)) ?? button}`)
  )
}
