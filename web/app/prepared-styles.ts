/** The styles of the components that every first page has, made while building (web/build/prepared-styles.ts). */
import { createCache } from '@ant-design/cssinjs'
import { prepared } from './prepared.ts'

export const styles = createCache()
// Used by nothing yet.
for (const [key, style] of prepared) styles.opUpdate(key, () => [0, style])
