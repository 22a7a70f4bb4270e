import { loadAntdLocale } from './antd-locale.ts'

/** The console: everything that needs a session. One chunk, because nothing of it is of use without the rest. */
export const loadConsole = () => Promise.all([import('./console.tsx'), loadAntdLocale()]).then(([console]) => console)
