CREATE TABLE "circle_words" (
	"circle_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"words" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "circle_words_circle_id_hash_pk" PRIMARY KEY("circle_id","hash")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "fields" text[];--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "circle_words" ADD CONSTRAINT "circle_words_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_circle_changes" ON "ledger" USING btree ("circle_id","seq" DESC NULLS LAST) WHERE "ledger"."kind" like 'circle.%';--> statement-breakpoint
-- The words behind the ledger's hashes are only ever added to.
CREATE TRIGGER words_stay BEFORE UPDATE OR DELETE ON circle_words FOR EACH ROW EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER words_not_emptied BEFORE TRUNCATE ON circle_words EXECUTE FUNCTION refuse_record_change();
