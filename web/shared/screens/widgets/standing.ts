/** How a widget stands: how far its value can be trusted, and what its rules make of it. Another one draws it anew; a value alone does not. */
import { useMemo } from 'react'
import type { Reason } from '../../../../model/acquisition/quality.ts'
import type { ScreenWidget } from '../../../../model/screens/document.ts'
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import type { Feed, FeedName } from '../feed.ts'
import type { Judgement } from '../judge.ts'
import { UNJUDGED, judge } from '../judge.ts'
import type { Truth } from '../truth.ts'
import { ageText, explains, truthOf } from '../truth.ts'
import { namesOfSlots, useSeen } from '../use-feed.ts'

export interface Standing extends Judgement {
  readonly truth: Truth
  readonly reason: Reason | undefined
  /** How long ago the value was measured; of what is not stale undefined. */
  readonly age: string | undefined
}

/** Of widgets that show no single value. */
export const UNBOUND: Standing = { ...UNJUDGED, truth: 'good', reason: undefined, age: undefined }

/** How a widget stands now. @param usual The slot whose value is its own, and that rules without a slot speak of */
export function standingOf(feed: Feed, { bind = {}, rules }: ScreenWidget, usual: string, locale: string): Standing {
  const shown = feed.read(bind[usual])
  const truth = bind[usual] ? truthOf(shown) : 'good'
  const judgement = judge(rules, usual, (slot) => feed.read(bind[slot]))
  return {
    ...judgement,
    truth,
    reason: (truth === 'bad' || truth === 'uncertain') && explains(shown.reason) ? shown.reason : undefined,
    age: truth === 'stale' && shown.time !== undefined ? ageText(shown.time, feed.now(), locale) : undefined,
  }
}

/** The same, followed. @param more What else it depends on */
export function useStanding(feed: Feed, widget: ScreenWidget, usual: string, more: readonly FeedName[] = []): Standing {
  const locale = localeOf[useLanguage()]
  const text = useSeen(feed, [...namesOfSlots(widget), ...more], () => JSON.stringify(standingOf(feed, widget, usual, locale)))
  return useMemo(() => JSON.parse(text) as Standing, [text])
}
