import type { Feature } from '../../../kernel/http/http.ts'
import { updateListPreference } from './preference.ts'
import { queryListView } from './read.ts'
import { shareListView } from './share.ts'
import { addListView, deleteListView, updateListView } from './views.ts'

/** How people see lists: what they keep for themselves, and views that are shared. */
export const listViewsFeature: Feature = {
  tag: 'list-views',
  routes: [queryListView, updateListPreference, addListView, updateListView, deleteListView, shareListView],
}
