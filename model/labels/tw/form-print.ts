import type en from '../en/form-print.ts'

export default {
  'forms.paper.number': '編號 {{number}}',
  'forms.paper.version': '第 {{version}} 版',
  'forms.paper.draft-form': '草稿，尚未發布',
  'forms.paper.state-draft': '草稿',
  'forms.paper.state-withdrawn': '已撤回',
  'forms.paper.submitted': '送出時間 {{time}}',
  'forms.paper.by': '填報人 {{user}}',
  'forms.paper.check': '檢核碼 {{code}}',
  'forms.paper.printed': '列印：{{note}}',
  'forms.paper.check-about':
    '檢核碼由表單、版本、填報紀錄及紙本上的內容計算而得（SHA-256 的前 48 位元）。以相同欄位再次列印時，只要內容未經更動，檢核碼就會一致。檢核碼不等同於簽章。',
  'forms.paper.form-check-about': '檢核碼由表單及其版本計算而得（SHA-256 的前 48 位元）：檢核碼相同，即為同一版表單。',

  'call.printFormEntry': '列印填報紀錄（PDF）',
  'call.printGeneratorForm': '列印空白表單（PDF）',
} as const satisfies Record<keyof typeof en, string>
