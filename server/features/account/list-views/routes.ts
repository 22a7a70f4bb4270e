import type { Feature } from '../../../kernel/http/http.ts'
import { changePreference } from './preference.ts'
import { readViews } from './read.ts'
import { shareView } from './share.ts'
import { addView, changeView, removeView } from './views.ts'

/** How people see lists: what they keep for themselves, and views that are shared. */
export const listViewsFeature: Feature = {
  tag: 'list-views',
  routes: [readViews, changePreference, addView, changeView, removeView, shareView],
}
