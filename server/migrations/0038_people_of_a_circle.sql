ALTER TABLE "circles" ADD COLUMN "people" integer;--> statement-breakpoint
ALTER TABLE "circles" ADD CONSTRAINT "circles_people" CHECK ("circles"."people" between 2 and 100);