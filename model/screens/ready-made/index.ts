/** Screens that every tenant has without having designed them, until a screen of its own stands in for one. */
import type { Translate } from '../../labels/index.ts'
import type { ScreenDocument } from '../document.ts'
import { bigData } from './big-data.ts'

export const READY_MADE = ['bigdata'] as const
export type ReadyMadeCode = (typeof READY_MADE)[number]

/** By which a ready-made screen is asked for like any other; no row has them. */
const IDS: Readonly<Record<ReadyMadeCode, string>> = { bigdata: '00000000-0000-7000-8000-0000000b16da' }

/** The id of a ready-made screen. */
export const readyMadeId = (code: ReadyMadeCode): string => IDS[code]

const MAKERS: Readonly<Record<ReadyMadeCode, (t: Translate) => ScreenDocument>> = { bigdata: bigData }

/** The document of a ready-made screen, with its texts in one language. It names no row, so that it fits every tenant. */
export const readyMade = (code: ReadyMadeCode, t: Translate): ScreenDocument => MAKERS[code](t)
