/** The files that pages of the template group show: their own, and the parts of web/ui they are made of. Each is loaded when it is opened. */
const found = import.meta.glob<string>(
  [
    '../features/template/*/*.{ts,tsx}',
    '../features/monitor/error-log/*.{ts,tsx}',
    './examples/*.tsx',
    '../ui/*.{ts,tsx}',
    '!**/*.test.ts',
  ],
  {
    query: '?raw',
    import: 'default',
  },
)

/** By the path below web/. */
export const sources: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.replace(/^\.\.\//, '').replace(/^\.\//, 'app/'), load]),
)
