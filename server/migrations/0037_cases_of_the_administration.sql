DROP INDEX "ledger_circle_changes";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "reporter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "is_undecided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_circle_changes" ON "ledger" USING btree ("circle_id","seq" DESC NULLS LAST) WHERE ("ledger"."kind" like 'circle.%' or "ledger"."kind" like 'administrator.%' or "ledger"."kind" in ('draw.begun', 'draw.revealed', 'draw.lapsed'));