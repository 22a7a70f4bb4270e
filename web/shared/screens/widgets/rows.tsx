/** What lists on a screen share: how many rows fit, how they move by, and rows that lead somewhere. */
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ScreenList, ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { insideOf } from './shell.tsx'
import { textSize } from './value.ts'

/** Of the size of its text. */
const ROW_HEIGHT = 2.1
export const TITLE_HEIGHT = 2.2

export interface Room {
  /** Pixels of the display. */
  readonly size: number
  readonly rowHeight: number
  /** Inside, below the title. */
  readonly width: number
  readonly height: number
}

/** The room of a list. @param usual Pixels of the canvas: the size of its text where the style does not say */
export function roomOf(props: Pick<WidgetProps, 'widget' | 'width' | 'height' | 'scale'>, title: string | undefined, usual = 16): Room {
  const size = textSize(props.widget.style?.fontSize ?? usual, props.scale)
  const { width, height } = insideOf(props)
  return { size, rowHeight: size * ROW_HEIGHT, width, height: Math.max(1, height - (title ? size * TITLE_HEIGHT : 0)) }
}

/** So many rows fit; where not all do, the last place is for how many more there are. */
export function fitting(
  count: number,
  room: number,
  rowHeight: number,
  most = Infinity,
): { readonly shown: number; readonly more: number } {
  const places = Math.max(1, Math.floor(room / rowHeight))
  const wanted = Math.min(count, most)
  const shown = wanted <= places && wanted === count ? wanted : Math.min(wanted, Math.max(1, places - 1))
  return { shown, more: count - shown }
}

/** The list of a widget, undefined while there is none. */
export function useRows<Of extends ScreenList['of']>(
  { feed, widget }: Pick<WidgetProps, 'feed' | 'widget'>,
  of: Of,
): { readonly rows: ScreenRows<Of>; readonly total: number } | undefined {
  useChanges(feed, [`list:${widget.id}`])
  const list = feed.list(widget.id)
  return list?.of === of ? { rows: list.rows as ScreenRows<Of>, total: list.total } : undefined
}

/** Counts up by one every so often; stands still where nothing has to move. */
export function useStep(everyMs: number, moves: boolean): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => {
      // Nobody sees it: it goes on where it stood.
      if (!document.hidden) setStep((count) => count + 1)
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, moves])
  return step
}

/** Words that lead to an address of the console, where anything leads away from here. */
export function Leading({
  open,
  address,
  children,
}: Pick<WidgetProps, 'open'> & { readonly address: string; readonly children: ReactNode }) {
  return open ? (
    <button type="button" className="sw-leading" onClick={() => open(address)}>
      {children}
    </button>
  ) : (
    children
  )
}

/** What does not fit is counted. */
export function More({ count }: { readonly count: number }) {
  const t = useT()
  return count > 0 ? <p className="sw-more">{t('screen-widget.more', { count })}</p> : null
}
