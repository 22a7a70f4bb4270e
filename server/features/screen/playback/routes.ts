/** Playing a big screen back: pages as they were, and when alarms were raised. */
import type { Feature } from '../../../kernel/http/http.ts'
import { queryPlaybackMarks } from './marks.ts'
import { queryPlayback } from './playback.ts'

export const playbackFeature: Feature = {
  tag: 'screens',
  routes: [queryPlayback, queryPlaybackMarks],
}
