/** Code of the tenant that runs the platform: its people look after the other tenants and the shared catalogues. */
export const PLATFORM = '10000'

/** Menus that only the platform tenant can have. */
export const platformMenus: ReadonlySet<string> = new Set(['tenant', 'systenant', 'package', 'isolation', 'logsystem', 'outbox'])
