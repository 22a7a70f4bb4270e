import { loadAntdLocale } from './antd-locale.ts'

const load = () => import('./console.tsx')

let there: Awaited<ReturnType<typeof load>> | undefined

/** The console: everything that needs a session. One chunk, because nothing of it is of use without the rest. */
export const loadConsole = async (): ReturnType<typeof load> => {
  const [console] = await Promise.all([load(), loadAntdLocale()])
  there = console
  return console
}

/** The console, where it is there already. */
export const loadedConsole = (): typeof there => there
