/** What the screen is called, whether it is kept, and what is done with all of it. */
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button } from 'antd'
import type { ScreenDesign } from '../../../../model/contract/screen/screens.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Saving } from '../../../shared/panels/use-saving.ts'
import { useDesignState } from './store.ts'
import { useActions } from './use-actions.ts'

interface HeadProps {
  readonly screen: ScreenDesign
  readonly version: number
  readonly saving: Saving<ScreenDocument>
  readonly onKeys: () => void
  readonly onVersions: (() => void) | undefined
  readonly onPublish: (() => void) | undefined
}

export function DesignHead({ screen, version, saving, onKeys, onVersions, onPublish }: HeadProps) {
  const t = useT()
  return (
    <header className="screen-design-head">
      <div className="screen-design-name">
        <h1>{screen.screenName}</h1>
        <span className={`screen-saving screen-saving-${saving.state}`}>
          <span>{version === 0 ? t('screen-design.never-published') : t('screen-list.version', { version })}</span>
          <span role="status">{t(`screen-design.saving-${saving.state}`)}</span>
          {saving.state === 'failed' && (
            <>
              <span>{saving.why}</span>
              <Button size="small" onClick={() => void saving.now()}>
                {t('common.retry')}
              </Button>
            </>
          )}
        </span>
      </div>
      <History />
      <Button onClick={onKeys}>{t('screen-design.keys-title')}</Button>
      {version > 0 && (
        <Button href={`/screen/${screen.id}`} target="_blank" rel="noopener">
          {t('screen-list.play')}
        </Button>
      )}
      {onVersions && <Button onClick={onVersions}>{t('screen-list.versions')}</Button>}
      {onPublish && (
        <Button type="primary" onClick={onPublish}>
          {t('screen-list.publish')}
        </Button>
      )}
    </header>
  )
}

function History() {
  const t = useT()
  const actions = useActions()
  const [canUndo, canRedo] = [useDesignState(({ past }) => past.length > 0), useDesignState(({ future }) => future.length > 0)]
  const [undo, redo] = [t('screen-design.undo'), t('screen-design.redo')]
  return (
    <span>
      <Button
        type="text"
        icon={<UndoOutlined aria-hidden="true" />}
        aria-label={undo}
        title={`${undo} (Ctrl+Z)`}
        disabled={!canUndo}
        onClick={actions.back}
      />
      <Button
        type="text"
        icon={<RedoOutlined aria-hidden="true" />}
        aria-label={redo}
        title={`${redo} (Ctrl+Y)`}
        disabled={!canRedo}
        onClick={actions.again}
      />
    </span>
  )
}
