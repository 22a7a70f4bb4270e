import type { Feature } from '../../../kernel/http/http.ts'
import { addBoard, deleteBoard, queryBoard, shareBoard, updateBoard } from './boards.ts'

/** Boards of charts that people put together. */
export const boardsFeature: Feature = { tag: 'boards', routes: [queryBoard, addBoard, updateBoard, deleteBoard, shareBoard] }
