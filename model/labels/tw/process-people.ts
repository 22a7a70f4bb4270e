/** Who is asked, who may start, and what keeps somebody from being removed. */
import type en from '../en/process-people.ts'

export default {
  'error.process-task.candidate': '所選人員不能辦理此任務，請選擇有資格且帳號已啟用的人員',
  'error.process.names': '有 {{tasks}} 個待辦任務和 {{processes}} 個已部署流程引用了它，請先改由其他人辦理',
  'successor.title': '移交待辦任務',
  'successor.several': '{{count}} 個使用者',
  'successor.about-disable':
    '{{name}} 在流程中還有 {{count}} 個待辦任務。可以全部移交給接替人；不移交的，停用後按各流程的規則另請他人辦理。',
  'successor.about-remove': '{{name}} 在流程中還有 {{count}} 個待辦任務，全部移交給接替人後才能刪除。',
  'successor.left': '受流程規則限制，部分任務不能由所選人員接替，{{name}} 還有 {{count}} 個待辦任務，請另選接替人。',
  'successor.hand-over': '移交並繼續',
  'successor.without': '不移交，直接繼續',
  'successor.to-whom': '接替人',
  'successor.needed': '請選擇接替人！',
  'successor.done': '已移交 {{count}} 個任務',
} as const satisfies Record<keyof typeof en, string>
