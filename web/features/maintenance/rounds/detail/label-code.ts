const SCAN_PAGE = '/maintenance/scan'

/** The token of the label of a machine, of the address that its QR code holds; undefined of any other code. */
export function tokenOf(code: string): string | undefined {
  if (!URL.canParse(code)) return undefined
  const { pathname, searchParams } = new URL(code)
  return pathname.endsWith(SCAN_PAGE) ? (searchParams.get('token') ?? undefined) : undefined
}
