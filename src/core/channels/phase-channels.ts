/** Channels of a phase: telemetry, and questions to the person. Each plan's executor has a home of its own. */

export const homeChannelId = (phase: string, plan: string): string => `${phase}/${plan}`;
export const observeChannelId = (phase: string): string => `${phase}/observe`;
export const oversightChannelId = (phase: string): string => `${phase}/oversight`;
