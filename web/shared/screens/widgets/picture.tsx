/** Pictures and films of the tenant. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useStill } from '../motion.ts'
import { forgetMedia, useMedia } from '../media.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { Shell } from './shell.tsx'

export function PictureView(props: WidgetProps<'picture'>) {
  const { feed, options } = props
  const t = useT()
  const media = useMedia(feed, 'picture', options.picture)
  return (
    <Shell {...props} label={options.label}>
      {media?.address ? (
        <img
          className="sw-picture"
          src={media.address}
          alt={options.label ?? ''}
          style={{ objectFit: options.fit ?? 'contain' }}
          draggable={false}
        />
      ) : (
        <Empty isWaiting={media === undefined} text={t('screen-widget.no-picture')} />
      )}
    </Shell>
  )
}

/** Without sound: a browser plays nothing else by itself. Whoever has asked for less motion starts it by hand. */
export function VideoView(props: WidgetProps<'video'>) {
  const { feed, options, isDesign } = props
  const t = useT()
  const isStill = useStill()
  const { file } = options
  const media = useMedia(feed, 'film', isDesign ? undefined : file)
  return (
    <Shell {...props} label={options.label} isParted>
      {media?.address ? (
        <video
          className="sw-picture"
          src={media.address}
          muted
          playsInline
          autoPlay={!isStill}
          controls={isStill}
          loop={options.loop !== false}
          aria-label={options.label ?? t('screen-widget.kind-video')}
          // Its address is good for a while only.
          onError={() => file !== undefined && forgetMedia('film', file)}
        />
      ) : (
        <Empty
          isWaiting={media === undefined}
          text={t(isDesign && file !== undefined ? 'screen-widget.film-here' : 'screen-widget.no-film')}
        />
      )}
    </Shell>
  )
}
