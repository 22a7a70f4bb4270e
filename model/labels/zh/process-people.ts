/** Who is asked, who may start, and what keeps somebody from being removed. */
import type en from '../en/process-people.ts'

export default {
  'error.process-task.candidate': '所选人员不能办理此任务，请选择有资格且账号已启用的人员',
  'error.process.names': '有 {{tasks}} 个待办任务和 {{processes}} 个已部署流程引用了它，请先改由其他人办理',
  'successor.title': '移交待办任务',
  'successor.several': '{{count}} 个用户',
  'successor.about-disable':
    '{{name}} 在流程中还有 {{count}} 个待办任务。可以全部移交给接替人；不移交的，停用后按各流程的规则另请他人办理。',
  'successor.about-remove': '{{name}} 在流程中还有 {{count}} 个待办任务，全部移交给接替人后才能删除。',
  'successor.left': '受流程规则限制，部分任务不能由所选人员接替，{{name}} 还有 {{count}} 个待办任务，请另选接替人。',
  'successor.hand-over': '移交并继续',
  'successor.without': '不移交，直接继续',
  'successor.to-whom': '接替人',
  'successor.needed': '请选择接替人！',
  'successor.done': '已移交 {{count}} 个任务',
} as const satisfies Record<keyof typeof en, string>
