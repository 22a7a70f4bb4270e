/** What is special about the form of a point, a device's or a type's. */
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'

const DisplayUnit = lazyWithPreload(() => import('./display-unit.tsx'))

export const pointControls = { displayUnit: <DisplayUnit /> }
