import type en from '../en/form-print.ts'

export default {
  'forms.paper.number': '编号 {{number}}',
  'forms.paper.version': '第 {{version}} 版',
  'forms.paper.draft-form': '草稿，未发布',
  'forms.paper.state-draft': '草稿',
  'forms.paper.state-withdrawn': '已撤回',
  'forms.paper.submitted': '提交时间 {{time}}',
  'forms.paper.by': '填报人 {{user}}',
  'forms.paper.check': '校验码 {{code}}',
  'forms.paper.printed': '打印：{{note}}',
  'forms.paper.check-about':
    '校验码由表单、版本、填报记录及纸面上的数值计算得出（SHA-256 的前 48 位）。以相同字段再次打印时，只要数值未被改动，校验码就保持一致。校验码不等同于签名。',
  'forms.paper.form-check-about': '校验码由表单及其版本计算得出（SHA-256 的前 48 位）：校验码相同，即为同一版表单。',

  'call.printFormEntry': '打印填报记录（PDF）',
  'call.printGeneratorForm': '打印空白表单（PDF）',
} as const satisfies Record<keyof typeof en, string>
