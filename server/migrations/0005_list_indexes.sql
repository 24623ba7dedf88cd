ALTER TABLE "circles" ADD COLUMN "reports_made" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "donations_by_type" ON "donations" USING btree ("circle_id","type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_by_amount" ON "donations" USING btree ("circle_id","amount_cents","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
UPDATE "circles" SET "reports_made" = (SELECT count(*) FROM "reports" WHERE "reports"."circle_id" = "circles"."id");
