/** Where a screen shows, and where it did within a week. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import type { ScreenDisplay } from '../../../../model/contract/screen/links.ts'
import { queryScreenDisplay } from '../../../../model/contract/screen/links.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { minuteOf } from '../../../ui/clock.ts'
import './links.css'

/** Players say each minute that they are there; milliseconds. */
const AGAIN_MS = 30_000
/** One that has missed it twice is gone. */
const GONE_MS = 120_000

interface DisplaysDialogProps {
  readonly screenId: string
  readonly screenName: string
  /** The newest published version: displays that show an older one are told apart. */
  readonly screenVersion: number
  readonly onClose: () => void
}

export default function DisplaysDialog({ screenId, screenName, screenVersion, onClose }: DisplaysDialogProps) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['screen-displays', screenId],
    queryFn: ({ signal }) => ask(queryScreenDisplay, { id: screenId }, { signal }),
    refetchInterval: AGAIN_MS,
    gcTime: 0,
  })
  return (
    <Modal
      open
      width={860}
      title={t('screen-displays.title', { screen: screenName })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      {data?.list.length === 0 && <p>{t('screen-displays.none')}</p>}
      {data && data.list.length > 0 && (
        <div className="screen-displays" role="region" aria-label={t('screen-displays.list')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('screen-displays.state')}</th>
                <th scope="col">{t('screen-displays.through')}</th>
                <th scope="col">{t('screen-displays.address')}</th>
                <th scope="col">{t('screen-displays.size')}</th>
                <th scope="col">{t('screen-displays.version')}</th>
                <th scope="col">{t('screen-displays.frames')}</th>
                <th scope="col">{t('screen-displays.seen')}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((display) => (
                <DisplayLine key={display.id} display={display} newest={screenVersion} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  )
}

function DisplayLine({ display, newest }: { readonly display: ScreenDisplay; readonly newest: number }) {
  const t = useT()
  const isShowing = Date.now() - display.seenAt < GONE_MS
  const { width, height, pixelRatio, screenVersion, framesPerSecond } = display
  return (
    <tr className={isShowing ? undefined : 'over'}>
      <td>
        <span className="screen-display-state" aria-hidden="true">
          {isShowing ? '●' : '○'}
        </span>
        {t(isShowing ? 'screen-displays.showing' : 'screen-displays.gone')}
      </td>
      <td>{display.linkName ?? t('screen-displays.signed-in')}</td>
      <td>{display.address}</td>
      <td>{width === 0 ? '–' : `${width} × ${height}${pixelRatio === 1 ? '' : ` @ ${Number(pixelRatio.toFixed(2))}`}`}</td>
      <td>
        {screenVersion === 0 ? '–' : screenVersion}
        {screenVersion !== 0 && screenVersion < newest && ` (${t('screen-displays.older')})`}
      </td>
      <td>{framesPerSecond === null ? '–' : Math.round(framesPerSecond)}</td>
      <td>{minuteOf(display.seenAt)}</td>
    </tr>
  )
}
