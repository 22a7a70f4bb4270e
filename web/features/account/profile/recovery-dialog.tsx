import { Button, Modal } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { toast } from '../../../ui/toast.ts'

/** Codes that were just made, shown this once; the dialog stays until somebody says that they have them. */
export default function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT()
  const text = `${codes.join('\n')}\n`

  function save(): void {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'outstation-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <Modal
      open
      title={t('factor.recovery-title')}
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        ...('clipboard' in navigator
          ? [
              <Button
                key="copy"
                onClick={() =>
                  void copyText(text).then((done) => {
                    if (done) toast.success(t('factor.recovery-copied'))
                  })
                }
              >
                {t('factor.recovery-copy')}
              </Button>,
            ]
          : []),
        <Button key="save" onClick={save}>
          {t('factor.recovery-save')}
        </Button>,
        <Button key="kept" type="primary" onClick={onClose}>
          {t('factor.recovery-kept')}
        </Button>,
      ]}
    >
      <p>{t('factor.recovery-once')}</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
