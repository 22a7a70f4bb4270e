import { useT } from '../../../kernel/i18n/i18n.ts'
import { Security } from './security.tsx'

/** In place of the console while a second factor has to be set up. */
export default function Enrol({ isDone, onDone, onLeave }: { isDone: boolean; onDone: () => void; onLeave: () => void }) {
  const t = useT()
  return (
    <main className="must-enrol">
      <div>
        <h1>{t('factor.must-title')}</h1>
        <p className="profile-note">{t('factor.must-text')}</p>
        <Security onChanged={onDone} />
        <div className="profile-buttons">
          {isDone && (
            <button type="button" className="main-button" onClick={onDone}>
              {t('factor.must-done')}
            </button>
          )}
          <button type="button" className="plain-button" onClick={onLeave}>
            {t('shell.log-out')}
          </button>
        </div>
      </div>
    </main>
  )
}
