import type { Feature } from '../../../kernel/http/http.ts'
import { queryScreenDisplay, reportScreenDisplay } from './displays.ts'
import { addScreenLink, deleteScreenLink, queryScreenLink } from './manage.ts'
import { openLink } from './open.ts'

/** Links by which displays without an account show a screen, and where screens show. */
export const screenLinksFeature: Feature = {
  tag: 'screens',
  routes: [queryScreenLink, addScreenLink, deleteScreenLink, queryScreenDisplay, openLink, reportScreenDisplay],
}
