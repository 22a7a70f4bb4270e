import { useEffect, useId, useRef } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'

/** The keys of the player. */
export default function PlayerHelp({ hasPlayback, onClose }: { readonly hasPlayback: boolean; readonly onClose: () => void }) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const keys = [
    ['← →', t('screen-player.key-page')],
    [t('screen-player.space'), t('screen-player.key-pause')],
    ['F', t('screen-player.key-fullscreen')],
    ...(hasPlayback
      ? [
          ['P', t('screen-player.key-playback')],
          ['C', t('screen-player.key-compare')],
        ]
      : []),
    ['?', t('screen-player.key-help')],
  ] as const
  return (
    <dialog ref={dialog} className="player-help" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{t('screen-player.keys')}</h2>
      <dl>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="player-text-button" onClick={() => dialog.current?.close()}>
        {t('common.close')}
      </button>
    </dialog>
  )
}
