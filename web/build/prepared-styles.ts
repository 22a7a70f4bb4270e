/**
 * The component library makes the styles of each component when it is first drawn. Those of the components that every first page
 * has are made here, by the same code, and given to it as what it would have made (web/app/prepared-styles.ts). They are the same for
 * every theme, since what a theme changes are variables.
 */
import type { Plugin } from 'vite'
import type { Prepared } from '../app/prepared.ts'

const PLACE = /\/web\/app\/prepared\.ts$/

/** The plugin of the build that makes the styles of antd. */
export function preparedStyles(): Plugin {
  return {
    name: 'prepared-styles',
    apply: 'build',
    async load(id) {
      if (!PLACE.test(id)) return undefined
      // The compiler of the server must not see what that file imports: it would take browsers' names for Node's.
      const { prepare } = (await import(new URL('render-styles.ts', import.meta.url).href)) as { prepare: () => Prepared[] }
      return `export const prepared = ${JSON.stringify(prepare())}`
    },
  }
}
